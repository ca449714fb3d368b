import css from './logo.module.css'

type LogoProps = {
  /** The product's name; without it, only the mark as decoration. */
  name?: string
  size?: 'small' | 'medium' | 'large'
}

/** The letter L as a lighthouse on the shore. */
export const Logo = ({ name, size = 'medium' }: LogoProps) => (
  <span className={css.logo} data-size={size}>
    <svg className={css.mark} viewBox="0 0 32 32" aria-hidden="true">
      <path className={css.post} d="M7.5 4.5v16c0 3.2 1.9 5 4.7 5 3.6 0 4.1-2.9 7.4-2.9 2.6 0 3.6 1.7 6.4 2.6" />
      <path className={css.beam} d="M14.5 7.5 27 4v11z" />
    </svg>
    {name && <span className={css.name}>{name}</span>}
  </span>
)
