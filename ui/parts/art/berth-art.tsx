import css from './art.module.css'

/** A free berth: for places where nothing runs yet. */
export const BerthArt = () => (
  <svg className={css.art} viewBox="0 0 200 120" aria-hidden="true">
    <path className={css.faint} d="M28 26h4M46 14h2M168 20h4M150 34h2M112 12h3" />
    <path d="M8 74h184" />
    <path className={css.faint} d="M20 74v14M52 74v14M84 74v14M116 74v14M148 74v14M180 74v14" />
    <path className={css.solid} d="M66 74v-6h28v6M71 68V50c-6 0-8-3-8-6s2-6 8-6h18c6 0 8 3 8 6s-2 6-8 6v18" />
    <path className={css.accent} d="M71 58c10 4 18 4 26 1s24-4 31 4c4 5 2 11 4 11M71 63c8 4 20 4 27 1" />
    <path
      className={css.faint}
      d="M10 98c10 0 10-5 20-5s10 5 20 5 10-5 20-5 10 5 20 5 10-5 20-5 10 5 20 5 10-5 20-5 10 5 20 5 10-5 20-5"
    />
    <path className={css.faint} d="M34 112c10 0 10-5 20-5s10 5 20 5 10-5 20-5 10 5 20 5 10-5 20-5 10 5 20 5" />
  </svg>
)
