import css from './art.module.css'

/** A searching light: for empty search results and missing pages. */
export const LighthouseArt = () => (
  <svg className={css.art} viewBox="0 0 200 120" aria-hidden="true">
    <path className={css.glow} d="m78 28 116-22v44L78 32zM64 28 6 18v22l58-8z" />
    <path className={css.accent} d="m82 27 108-20M82 33l108 16M60 28 10 19M60 32l-50 7" />
    <path className={css.solid} d="m62 96 4-54h10l4 54z" />
    <path d="M63.5 76h15M65 58h12M60 42h22M64 42V24h14v18M62 24h18l-9-10zM71 14V8" />
    <circle className={css.lamp} cx="71" cy="31" r="4" />
    <path d="M34 104c8-6 18-8 37-8s31 2 39 8" />
    <path
      className={css.faint}
      d="M4 106c10 0 10-4 20-4s10 4 20 4 10-4 20-4 10 4 20 4 10-4 20-4 10 4 20 4 10-4 20-4 10 4 20 4 10-4 20-4 10 4 12 4M60 115c10 0 10-4 20-4s10 4 20 4 10-4 20-4 10 4 20 4"
    />
    <path className={css.faint} d="M120 70h2M150 76h3M172 64h2M28 62h2M134 92h2" />
  </svg>
)
