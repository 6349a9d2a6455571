// Moments and spans in a language. Digits are the same as in the ids beside them.
const latin = { numberingSystem: 'latn' } as const;

// Returns day and time in the reader's own zone; what is no time is returned as it is.
export function moment(language: string, iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const style = { dateStyle: 'medium', timeStyle: 'short', ...latin } as const;
  return new Intl.DateTimeFormat(language, style).format(at);
}

export function timeOfDay(language: string, iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  return new Intl.DateTimeFormat(language, { timeStyle: 'short', ...latin }).format(at);
}

type Unit = 'second' | 'minute' | 'hour' | 'day';

// Returns a span as a number of its largest unit that is not too coarse.
function unitsOf(seconds: number): readonly [number, Unit] {
  const [unit, size] =
    seconds < 90
      ? (['second', 1] as const)
      : seconds < 90 * 60
        ? (['minute', 60] as const)
        : seconds < 36 * 3600
          ? (['hour', 3600] as const)
          : (['day', 86400] as const);
  return [Math.max(0, Math.floor(seconds / size)), unit];
}

// Returns a span such as "3 hours".
export function span(language: string, seconds: number): string {
  const [value, unit] = unitsOf(seconds);
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(language, { ...style, ...latin }).format(value);
}

// Returns the time that has passed since then.
export function age(language: string, iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : span(language, (Date.now() - at) / 1000);
}

// Returns how long ago it was, such as "3 hours ago".
export function ago(language: string, iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const [value, unit] = unitsOf((Date.now() - at) / 1000);
  return new Intl.RelativeTimeFormat(`${language}-u-nu-latn`).format(-value, unit);
}

// Returns the name of a country by its code (ISO 3166-1 alpha-2), or the code itself.
export function region(language: string, code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
}

// Returns minutes and seconds, such as "14:05".
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
