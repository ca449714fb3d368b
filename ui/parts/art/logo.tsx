import css from './logo.module.css'

type LogoProps = {
  /** The product's name; without it only the mark is drawn, and it is decoration. */
  name?: string
  size?: 'small' | 'medium' | 'large'
}

/** An L whose foot is the shore and whose head sends light. */
export const Logo = ({ name, size = 'medium' }: LogoProps) => (
  <span className={css.logo} data-size={size}>
    <svg className={css.mark} viewBox="0 0 32 32" aria-hidden="true">
      <path
        className={css.post}
        d="M8 13.5v7.2c0 2.6 1.5 4.1 4 4.1 3.2 0 3.9-2.4 7-2.4s3.7 2.4 6.8 2.4c1 0 1.7-.2 2.4-.6"
      />
      <circle className={css.lamp} cx="8" cy="7.4" r="2.6" />
      <path
        className={css.beam}
        d="M13.6 7.4a5.6 5.6 0 0 1-2.2 4.5M18.6 7.4a10.6 10.6 0 0 1-3.5 7.9M23.6 7.4a15.6 15.6 0 0 1-4.4 10.9"
      />
    </svg>
    {name && <span className={css.name}>{name}</span>}
  </span>
)
