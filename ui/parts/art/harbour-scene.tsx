import css from './harbour-scene.module.css'

/** The ground of the pages before sign-in: a shore, a light, still water. Decoration only. */
export const HarbourScene = () => (
  <div className={css.scene} aria-hidden="true">
    <svg className={css.picture} viewBox="0 0 1440 600" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="beamFade" x1="0" x2="1">
          <stop offset="0" stopColor="var(--beam)" stopOpacity="0.42" />
          <stop offset="1" stopColor="var(--beam)" stopOpacity="0" />
        </linearGradient>
        <radialGradient id="lampGlow">
          <stop offset="0" stopColor="var(--beam)" stopOpacity="0.55" />
          <stop offset="1" stopColor="var(--beam)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <g className={css.stars}>
        <path d="M120 90h.1M236 190h.1M372 60h.1M498 150h.1M640 80h.1M760 178h.1M884 48h.1M1010 130h.1M1268 70h.1M1380 170h.1M300 250h.1M930 240h.1M70 230h.1M580 232h.1" />
      </g>
      <g className={css.sweep}>
        <path d="M1150 270-80 60v320z" fill="url(#beamFade)" transform="rotate(180 1150 270)" />
        <path d="M1150 270-60 90v300z" fill="url(#beamFade)" className={css.mirror} />
      </g>
      <path className={css.hills} d="M0 420c120-30 210-66 330-58s200 52 330 46 190-60 320-66 300 40 460 18v120H0z" />
      <path
        className={css.rock}
        d="M1040 434c30-26 62-38 108-38s92 10 122 38c30 20 110 18 170 24v40H980c20-24 40-44 60-64z"
      />
      <path
        className={css.tower}
        d="m1133 398 8-104h18l8 104zM1136 294h28v-6h-28zM1140 288v-26h20v26zM1137 262h26l-13-16z"
      />
      <circle cx="1150" cy="275" r="90" fill="url(#lampGlow)" />
      <circle className={css.lamp} cx="1150" cy="275" r="6" />
      <path className={css.sea} d="M0 452h1440v148H0z" />
      <path className={css.near} d="M0 520c180-16 320-18 520-8s420 18 920-6v94H0z" />
      <g className={css.glints}>
        <path d="M1112 466h76M1124 480h56M1100 496h92M1132 512h40M1116 532h70M1138 552h30" />
      </g>
      <g className={css.swell}>
        <path d="M60 478h150M300 492h210M620 474h120M820 500h160M130 540h240M560 556h190M860 548h120M1260 490h120M1290 540h90" />
      </g>
    </svg>
  </div>
)
