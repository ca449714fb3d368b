import css from './art.module.css'

/** A crane with a box: for places where something can be created. */
export const CraneArt = () => (
  <svg className={css.art} viewBox="0 0 200 120" aria-hidden="true">
    <path className={css.faint} d="M12 104h176M24 112h30M92 112h44M158 112h16" />
    <path d="M52 104V40M76 104V40M46 104h12M70 104h12M52 72h24M52 72l24 32M76 72l-24 32M52 40l24 32M76 40 52 72" />
    <path className={css.solid} d="M20 30h148v10H20z" />
    <path d="M64 30V12M64 12 24 30M64 12l96 18" />
    <path className={css.faint} d="M34 30v10M48 30v10M62 30v10M76 30v10M90 30v10M104 30v10M118 30v10M146 30v10" />
    <path d="M126 40h16M134 40v12M122 58l12-6 12 6" />
    <rect className={css.glow} x="114" y="58" width="40" height="20" rx="2" />
    <path
      className={css.accent}
      d="M116 58h36a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2h-36a2 2 0 0 1-2-2V60a2 2 0 0 1 2-2zM122 63v10M130 63v10M138 63v10M146 63v10"
    />
    <path className={css.faint} d="M112 104V90h44v14M134 104V90M156 96h22v8" />
  </svg>
)
