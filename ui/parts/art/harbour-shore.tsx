import css from './harbour-scene.module.css'

/** The shore of the scene: hills, a quay with cranes and a ship, a lighthouse. */
export const HarbourShore = () => (
  <>
    <path
      className={css.far}
      d="M0 596c90-34 176-58 270-52s150 40 240 36 160-52 270-58 190 44 300 40 220-50 360-34v134H0z"
    />
    <path
      className={css.hills}
      d="M0 632c110-24 200-34 320-28s180 24 300 22 210-20 330-22 150 10 210 8 180-20 280-14v64H0z"
    />
    <g className={css.works}>
      <path d="M96 660v-70h4v70zM132 660v-70h4v70zM70 590h108v5H70zM96 572h4v20h-4zM98 572l78 18-1 3-78-18zM98 572l-28 18 1 3 28-18zM92 620h48v3H92z" />
      <path d="M236 660v-60h4v60zM268 660v-60h4v60zM212 600h98v4h-98zM236 584h3v18h-3zM237 584l72 16-1 3-72-16zM237 584l-24 16 1 3 24-16z" />
      <path d="M352 650h210l-12 14H364zM372 638h24v12h-24zM398 638h24v12h-24zM398 625h24v12h-24zM424 638h24v12h-24zM450 638h24v12h-24zM450 625h24v12h-24zM476 638h24v12h-24zM520 618h26v32h-26zM528 606h4v12h-4z" />
      <path d="M0 654h340v8H0z" />
    </g>
    <path
      className={css.windows}
      d="M526 626h.1M534 626h.1M541 626h.1M99 588h.1M135 588h.1M239 598h.1M20 648h.1M52 650h.1M190 648h.1M330 650h.1M700 640h.1M716 642h.1M760 638h.1M1010 634h.1"
    />
    <path
      className={css.rock}
      d="M1060 664c24-8 34-26 62-34 20-6 30-20 62-22h66c30 2 40 14 66 22 40 12 84 14 124 34z"
    />
    <circle cx="1216" cy="252" r="150" fill="url(#lampGlow)" />
    <path className={css.tower} d="m1192 612 10-318h28l10 318z" />
    <path
      className={css.bands}
      d="m1200.3 350-1.5 46h34.4l-1.5-46zM1197.2 446l-1.5 46h40.6l-1.5-46zM1194.1 544l-1.4 46h46.6l-1.4-46z"
    />
    <path
      className={css.tower}
      d="M1194 286h44v8h-44zM1200 268h2v18h-2zM1230 268h2v18h-2zM1206 238h20v48h-20zM1202 238h28l-14-20zM1215 206h2v14h-2z"
    />
    <circle className={css.lamp} cx="1216" cy="254" r="7" />
  </>
)
