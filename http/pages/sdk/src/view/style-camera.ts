// The camera over the whole screen. It is dark in every colour scheme, as a picture is looked at.
// Letters grow with the person's own size, as far as the screen has room for them.
export const cameraCss = `
.finder {
  position: fixed;
  inset: auto;
  left: 0;
  top: 0;
  width: 100vw;
  height: 100vh;
  height: 100dvh;
  max-width: none;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  overflow: hidden;
  overscroll-behavior: none;
  touch-action: manipulation;
  z-index: 2147483647;
  display: grid;
  grid-template: "head" minmax(0, max-content) "open" minmax(0, 1fr) "row" auto "ways" auto
    / minmax(0, 1fr);
  color: #ffffff;
  background: #0b0e13;
  --letter: min(1.0625rem, 8vmin);
}
.finder[data-shape=turned] {
  grid-template: "head row" minmax(0, max-content) "open row" minmax(0, 1fr) "ways row" auto
    / minmax(0, 1fr) auto;
}
.finder[data-shape=low] {
  grid-template: "head head" minmax(0, max-content) "open open" minmax(0, 1fr) "ways row" auto
    / minmax(0, 1fr) auto;
}
.glow { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; opacity: .45; }
.stage { position: absolute; overflow: hidden; background: #0b0e13; }
.stage video {
  display: block;
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  object-fit: cover;
}
.stage svg.overlay { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; }
.stage.face video, .stage.face svg.overlay { transform: scaleX(-1); }
.shade { fill: #0b0e13; fill-opacity: .42; fill-rule: evenodd; }
.aim, .outline, .ring { fill: none; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.aim { stroke: #ffffff; stroke-width: 3; }
.outline { stroke: #ffd84d; stroke-width: 4; }
.ring { stroke: #ffffff; stroke-width: 2; }
.stage.good .outline, .stage.good .aim { stroke: #5ff0a0; }
.stage.good .aim { stroke-width: 5; }
.head {
  grid-area: head;
  position: relative;
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: .375rem;
  min-block-size: 0;
  overflow: hidden;
  padding: max(8px, env(safe-area-inset-top)) max(12px, env(safe-area-inset-right)) 8px
    max(12px, env(safe-area-inset-left));
  text-align: center;
  pointer-events: none;
}
.head > :not(.notices), .head .notice {
  margin: 0;
  max-inline-size: 100%;
  border-radius: 12px;
  background: rgb(11 14 19 / 78%);
}
.head h1 {
  padding: .125rem .625rem;
  font-size: min(.9375rem, 6vmin);
  line-height: 1.3;
  letter-spacing: 0;
  font-weight: 500;
}
.finder:is([data-shape=low], [data-shape=turned]) .head h1 {
  position: absolute;
  clip-path: inset(50%);
}
@media (max-height: 600px) {
  .stage.face ~ .head h1 { position: absolute; clip-path: inset(50%); }
}
.head .hint {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: .625rem;
  padding: .375rem .875rem;
  font-size: min(1.375rem, 9vmin);
  line-height: 1.25;
  font-weight: 650;
  text-wrap: balance;
}
.head .hint:empty, .head .hint span:only-child:empty { padding: 0; }
.head .hint svg { inline-size: 1.25em; block-size: 1.25em; stroke: currentColor; }
.head .dots:empty { display: none; }
.head .dots { padding: .375rem .625rem; }
.head .dots i { border-color: #ffffff; }
.head .dots i.on { background: #ffffff; }
.finder .head .notice { padding: .25rem .75rem; border: 0; font-size: min(.9375rem, 6vmin); }
.finder .actions { display: contents; }
.row {
  grid-area: row;
  position: relative;
  display: grid;
  grid-template-columns: 1fr 1fr auto 1fr 1fr;
  align-items: center;
  justify-self: center;
  inline-size: 100%;
  max-inline-size: 28rem;
  min-block-size: 72px;
  padding: 8px max(8px, env(safe-area-inset-right)) 8px max(8px, env(safe-area-inset-left));
}
.finder[data-shape=turned] .row {
  grid-template-columns: none;
  grid-template-rows: 1fr 1fr auto 1fr 1fr;
  justify-items: center;
  align-self: center;
  block-size: 100%;
  max-block-size: 28rem;
  inline-size: auto;
  min-inline-size: 72px;
  min-block-size: 0;
  padding: max(4px, env(safe-area-inset-top)) max(8px, env(safe-area-inset-right))
    max(4px, env(safe-area-inset-bottom)) max(8px, env(safe-area-inset-left));
}
.finder[data-shape=low] .row {
  grid-template-columns: repeat(4, auto);
  gap: 8px;
  inline-size: auto;
  min-block-size: 0;
  padding-block-end: max(4px, env(safe-area-inset-bottom));
}
.round.close { grid-area: 1 / 1; }
.round.torch { grid-area: 1 / 2; }
.round.shutter { grid-area: 1 / 3; }
.round.switch { grid-area: 1 / 5; justify-self: end; }
.finder[data-shape=low] .round.switch { grid-area: 1 / 4; }
.finder[data-shape=turned] .round { align-self: start; justify-self: center; }
.finder[data-shape=turned] .round.close { grid-area: 1 / 1; }
.finder[data-shape=turned] .round.torch { grid-area: 2 / 1; }
.finder[data-shape=turned] .round.shutter { grid-area: 3 / 1; }
.finder[data-shape=turned] .round.switch { grid-area: 5 / 1; align-self: end; }
.round, .round:hover {
  position: relative;
  inline-size: min(3rem, 14vmin, 60px);
  block-size: min(3rem, 14vmin, 60px);
  min-inline-size: 44px;
  min-block-size: 44px;
  padding: 0;
  border: 2px solid rgb(255 255 255 / 70%);
  border-radius: 50%;
  color: #ffffff;
  background: rgb(11 14 19 / 78%);
}
.round svg {
  flex: none;
  inline-size: 50%;
  block-size: 50%;
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.round.shutter, .round.shutter:hover {
  inline-size: 72px;
  block-size: 72px;
  border: 4px solid #ffffff;
  background: rgb(11 14 19 / 45%);
}
.round.shutter svg { inline-size: 100%; block-size: 100%; }
.round.shutter svg path { fill: #ffffff; stroke: none; }
.finder[data-shape=low] .round.shutter { inline-size: 52px; block-size: 52px; }
.round[aria-pressed=true] { color: #0b0e13; background: #ffd84d; border-color: #ffd84d; }
.round.wanted { border-color: #ffd84d; color: #ffd84d; }
.ways {
  grid-area: ways;
  position: relative;
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 8px;
  padding: 0 max(8px, env(safe-area-inset-right)) max(10px, env(safe-area-inset-bottom))
    max(8px, env(safe-area-inset-left));
}
.finder[data-shape=low] .ways { align-self: center; padding-block: 4px; }
@media (max-height: 500px) {
  .finder[data-shape=turned] .ways {
    justify-self: start;
    inline-size: min-content;
    min-inline-size: min(12rem, 34vw);
  }
}
.ways button, .ways .button, .ways button:hover, .ways .button:hover {
  inline-size: auto;
  min-block-size: 44px;
  padding: .25rem .875rem;
  font-size: var(--letter);
  line-height: 1.25;
  border-radius: 22px;
  color: #ffffff;
  background: rgb(11 14 19 / 78%);
}
.finder :focus-visible, .finder .unseen:focus-visible + .button {
  outline-color: #ffffff;
  outline-offset: 2px;
}
@media (prefers-reduced-motion: no-preference) {
  .aim, .outline { transition: stroke .2s; }
}
@media (forced-colors: active) {
  .head > :not(.notices), .head .notice, .ways .button, .ways button, .round {
    background: Canvas;
    color: CanvasText;
  }
  .round[aria-pressed=true] { background: Highlight; color: HighlightText; }
  .round.shutter svg path { fill: CanvasText; }
  .head .dots i.on { background: Highlight; }
}
`;
