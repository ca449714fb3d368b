import { Logo } from '../../parts/art/logo.tsx'
import css from './home-logo.module.css'

/** The logo with the names of the product and the area, which narrow screens hide. */
export const HomeLogo = ({ product }: { product: string }) => (
  <span className={css.logo}>
    <Logo />
    <span className={css.product}>{product}</span> <span className={css.area}>CLOUD</span>
  </span>
)
