import css from './art.module.css'

/** A drifting buoy. */
export const AdriftPicture = () => (
  <svg className={css.art} viewBox="0 0 200 120" aria-hidden="true">
    <path className={css.faint} d="M24 24h3M52 12h2M166 16h3M182 34h2M142 26h2" />
    <g transform="rotate(14 100 84)">
      <path className={css.solid} d="m88 70 6-34h12l6 34z" />
      <path d="M90 58h20M92.5 46h15M94 36h12M100 36v-8" />
      <circle className={css.warn} cx="100" cy="23" r="4.5" />
      <path
        className={css.warn}
        d="M88 17c-3 4-3 9 0 13M112 17c3 4 3 9 0 13M82 12c-5 7-5 16 0 23M118 12c5 7 5 16 0 23"
      />
      <path className={css.solid} d="M78 70h44l-5 14H83z" />
    </g>
    <path d="M6 90c12 0 12-6 24-6s12 6 24 6 12-6 24-6 12 6 24 6 12-6 24-6 12 6 24 6 12-6 24-6 12 6 20 6" />
    <path
      className={css.faint}
      d="M30 102c12 0 12-6 24-6s12 6 24 6 12-6 24-6 12 6 24 6 12-6 24-6M70 113c12 0 12-6 24-6s12 6 24 6"
    />
    <path className={css.faint} d="M92 94c-4 8-14 8-16 18" strokeDasharray="3 5" />
  </svg>
)
