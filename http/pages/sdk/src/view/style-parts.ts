// The parts of single screens, and what changes with the device and the person's wishes.
export const partsCss = `
.art {
  align-self: center;
  inline-size: min(100%, 15rem);
  block-size: auto;
  margin-block: .75rem;
  color: var(--quiet);
}
.art .fill { fill: var(--raised); stroke: var(--line); stroke-width: 2; }
.art .mark { fill: var(--hair); }
.art .tone {
  fill: none;
  stroke: var(--accent);
  stroke-width: 4;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.badge {
  align-self: flex-start;
  inline-size: 4rem;
  block-size: 4rem;
  margin-block: 1.5rem .5rem;
}
.badge circle { fill: var(--raised); }
.badge path {
  fill: none;
  stroke: var(--ink);
  stroke-width: 3;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.badge.good path { stroke: var(--good); }
.badge.bad path { stroke: var(--bad); }
ul.needs { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; }
ul.needs li {
  display: flex;
  gap: 1rem;
  align-items: flex-start;
  padding: 1rem;
  border-radius: var(--radius);
  background: var(--raised);
}
ul.needs svg, .choice svg, .pictures svg {
  flex: none;
  inline-size: 1.75rem;
  block-size: 1.75rem;
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
  stroke-linejoin: round;
  stroke-linecap: round;
}
.pictures { display: flex; gap: 1rem; padding-inline: 1rem; font-size: .875rem; line-height: 1.4; }
ul.needs strong { display: block; font-weight: 600; }
.choice {
  justify-content: flex-start;
  gap: 1rem;
  text-align: start;
  padding: .875rem 1.125rem;
  font-weight: 600;
  overflow-wrap: anywhere;
  hyphens: auto;
}
.choice small {
  display: block;
  font-weight: 400;
  font-size: .9375rem;
  color: var(--quiet);
}
.problem {
  padding: .875rem 1rem;
  border-radius: var(--radius);
  background: var(--bad-ground);
  color: var(--bad);
  font-weight: 500;
}
.problem ul { margin: 0; padding-inline-start: 1.1rem; }
.problem li + li { margin-block-start: .375rem; }
.help {
  display: grid;
  gap: .75rem;
  padding: 1rem;
  border-radius: var(--radius);
  background: var(--raised);
}
.help .art { margin-block: 0; }
.help ol { margin: 0; padding-inline-start: 1.4rem; display: grid; gap: .5rem; }
.test {
  display: grid;
  gap: .5rem;
  padding-block: .5rem;
  border-style: dashed;
  font-size: .9375rem;
}
.test select { display: block; inline-size: 100%; max-inline-size: none; }
.test summary { min-block-size: 44px; align-content: center; cursor: pointer; }
.test details > * + * { margin-block-start: .5rem; }
.finder .test details { display: none; }
.consent {
  max-block-size: 22rem;
  overflow: auto;
  padding: 1rem;
  border-radius: var(--radius);
  border: 1px solid var(--line);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
.hint {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: .75rem;
  min-block-size: 3.5rem;
  font-size: 1.1875rem;
  font-weight: 600;
  text-align: center;
  text-wrap: balance;
}
.hint svg {
  flex: none;
  inline-size: 2rem;
  block-size: 2rem;
  fill: none;
  stroke: var(--accent);
  stroke-width: 2.5;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.dots { display: flex; justify-content: center; gap: .5rem; margin: 0; }
.dots i {
  inline-size: .625rem;
  block-size: .625rem;
  border-radius: 50%;
  border: 2px solid var(--line);
}
.dots i.on { background: var(--accent); border-color: var(--accent); }
@media (min-height: 44rem) {
  [data-screen=DOCUMENT_PREVIEW] .actions {
    position: sticky;
    inset-block-end: 0;
    padding-block: .75rem max(.75rem, env(safe-area-inset-bottom));
    background: var(--ground);
  }
}
.picture {
  display: block;
  inline-size: 100%;
  max-block-size: 50vh;
  object-fit: contain;
  border-radius: var(--radius);
  background: var(--raised);
}
progress {
  inline-size: 100%;
  block-size: 10px;
  appearance: none;
  border: 0;
  border-radius: 5px;
  overflow: hidden;
  background: var(--hair);
  accent-color: var(--accent);
}
progress::-webkit-progress-bar { background: var(--hair); }
progress::-webkit-progress-value { background: var(--accent); border-radius: 5px; }
progress::-moz-progress-bar { background: var(--accent); border-radius: 5px; }
.numbers { display: grid; grid-template-columns: repeat(3, 1fr); gap: .75rem; }
.numbers button {
  font-size: 1.75rem;
  font-variant-numeric: tabular-nums;
  min-block-size: 76px;
  padding-inline: .25rem;
}
.number {
  align-self: center;
  font-size: 3rem;
  font-weight: 700;
  line-height: 1;
  font-variant-numeric: tabular-nums;
}
.qr {
  align-self: center;
  inline-size: min(100%, 15rem);
  block-size: auto;
  border-radius: var(--radius);
  image-rendering: pixelated;
}
.link { overflow-wrap: anywhere; font-size: .9375rem; }
label.field { display: grid; gap: .5rem; font-weight: 500; }
textarea {
  font: inherit;
  color: inherit;
  background: var(--ground);
  inline-size: 100%;
  min-block-size: 6rem;
  padding: .75rem;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  resize: vertical;
}
.spinner {
  align-self: center;
  inline-size: 2.5rem;
  block-size: 2.5rem;
  margin-block: 2rem;
  border-radius: 50%;
  border: 4px solid var(--hair);
  border-block-start-color: var(--accent);
}
@media (prefers-reduced-motion: no-preference) {
  .spinner { animation: turn 1s linear infinite; }
}
@media (prefers-reduced-motion: reduce) {
  .spinner { border-color: var(--accent); border-style: dotted; }
}
@keyframes turn { to { transform: rotate(1turn); } }
@media (max-width: 22rem) {
  .root { padding-inline: .875rem; }
}
@media (forced-colors: active) {
  .steps i.on, .dots i.on { background: Highlight; }
}
`;
