// The client's look, within limits: two colours and a logo.
const colour = /^#[0-9a-f]{6}$/i;

export function applyColours(
  host: HTMLElement,
  colours: { readonly accent: string; readonly onAccent: string } | null,
): void {
  if (colours === null || !colour.test(colours.accent) || !colour.test(colours.onAccent)) return;
  host.style.setProperty('--countersign-accent', colours.accent);
  host.style.setProperty('--countersign-on-accent', colours.onAccent);
}

// Shows the logo, as a blob: of this page, since its address needs the token. A logo that cannot be
// had is left out.
export async function showLogo(image: HTMLImageElement, logo: Promise<Blob>): Promise<void> {
  try {
    const address = URL.createObjectURL(await logo);
    image.addEventListener('load', () => URL.revokeObjectURL(address), { once: true });
    image.src = address;
    image.hidden = false;
  } catch {
    image.hidden = true;
  }
}
