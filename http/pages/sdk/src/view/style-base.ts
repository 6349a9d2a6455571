// The colours, the type and what every screen has. Colours and the corner's radius can be set from
// outside by the custom properties --countersign-*.
export const baseCss = `
:host {
  --accent: var(--countersign-accent, #1d4ed8);
  --on-accent: var(--countersign-on-accent, #ffffff);
  --ink: var(--countersign-ink, #101828);
  --quiet: var(--countersign-quiet, #4b5565);
  --ground: var(--countersign-ground, #ffffff);
  --raised: var(--countersign-raised, #f4f6f9);
  --line: var(--countersign-line, #8a94a6);
  --hair: #dde2ea;
  --bad: #b42318;
  --bad-ground: #fef3f2;
  --good: #067647;
  --radius: var(--countersign-radius, 14px);
  display: block;
  color-scheme: light dark;
  color: var(--ink);
  background: var(--ground);
  font: var(--countersign-font, 400 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto,
    "Noto Sans", "Noto Sans Arabic", sans-serif);
  -webkit-font-smoothing: antialiased;
}
@media (prefers-color-scheme: dark) {
  :host {
    --ink: var(--countersign-ink, #f2f4f7);
    --quiet: var(--countersign-quiet, #b3bccb);
    --ground: var(--countersign-ground, #0f1319);
    --raised: var(--countersign-raised, #1a2029);
    --line: var(--countersign-line, #7a8596);
    --hair: #2b3340;
    --bad: #ffb4a8;
    --bad-ground: #3a1714;
    --good: #6ce9a6;
    --accent: var(--countersign-accent, #84adff);
    --on-accent: var(--countersign-on-accent, #0b1730);
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.unworded * { visibility: hidden; }
.unworded .spinner { visibility: visible; }
.root {
  display: flex;
  flex-direction: column;
  min-block-size: var(--countersign-height, 34rem);
  max-inline-size: 32rem;
  margin-inline: auto;
  padding: 1rem clamp(1rem, 5vw, 2rem) 1.75rem;
}
.bar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: .75rem;
  min-block-size: 44px;
  margin-block-end: 1.5rem;
}
.brand {
  display: flex;
  align-items: center;
  gap: .75rem;
  margin-inline-end: auto;
  min-inline-size: 0;
}
.brand img {
  max-block-size: 36px;
  max-inline-size: 9rem;
  inline-size: auto;
  display: block;
}
.brand span { font-weight: 600; overflow-wrap: break-word; min-inline-size: 0; }
select {
  font: inherit;
  font-size: .9375rem;
  color: inherit;
  background: var(--ground);
  min-block-size: 44px;
  padding-inline: .625rem;
  border: 1px solid var(--line);
  border-radius: 10px;
  max-inline-size: 9.5rem;
}
.notice {
  margin: 0 0 1rem;
  padding: .75rem 1rem;
  border-radius: var(--radius);
  background: var(--raised);
  border: 1px solid var(--line);
}
.screen {
  display: flex;
  flex-direction: column;
  flex: 1;
  gap: 1rem;
  min-inline-size: 0;
  scroll-margin-block-start: 6rem;
}
.steps {
  display: flex;
  align-items: center;
  gap: .5rem;
  margin: 0;
  color: var(--quiet);
  font-size: .9375rem;
}
.steps i {
  inline-size: 1.75rem;
  block-size: 4px;
  border-radius: 2px;
  background: var(--hair);
}
.steps i.on { background: var(--accent); }
h1 {
  margin: 0;
  font-size: clamp(1.5rem, 1.2rem + 1.6vw, 1.875rem);
  line-height: 1.2;
  font-weight: 680;
  letter-spacing: -.015em;
  text-wrap: balance;
  overflow-wrap: break-word;
  hyphens: auto;
}
:dir(rtl) h1 { letter-spacing: 0; }
h1:focus { outline: none; }
p { margin: 0; overflow-wrap: break-word; }
.quiet { color: var(--quiet); }
.small { font-size: .9375rem; }
.reference { overflow-wrap: anywhere; user-select: all; }
.body { display: flex; flex-direction: column; gap: 1rem; min-inline-size: 0; }
.actions {
  display: flex;
  flex-direction: column;
  gap: .625rem;
  margin-block-start: auto;
  padding-block-start: 1rem;
}
@media (min-height: 30rem) {
  .actions:not(:has(> :nth-child(3))) {
    position: sticky;
    inset-block-end: 0;
    padding-block: .75rem max(.75rem, env(safe-area-inset-bottom));
    background: var(--ground);
  }
}
button, .button {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: .5rem;
  inline-size: 100%;
  min-block-size: 52px;
  padding: .625rem 1.25rem;
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  color: var(--ink);
  background: transparent;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  cursor: pointer;
}
button:hover, .button:hover { background: var(--raised); }
.primary, .primary:hover {
  background: var(--accent);
  border-color: var(--accent);
  color: var(--on-accent);
}
.primary:hover { filter: brightness(1.07); }
.plain {
  border-color: transparent;
  min-block-size: 44px;
  font-weight: 500;
  text-decoration: underline;
  text-underline-offset: .2em;
}
:focus-visible, .unseen:focus-visible + .button {
  outline: 3px solid var(--ink);
  outline-offset: 3px;
}
.unseen, .region {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  margin: -1px;
  padding: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
  border: 0;
}
.file { position: relative; }
`;
