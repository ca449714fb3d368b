import { Logo } from '../../parts/art/logo.tsx'
import css from './home-logo.module.css'

/** The logo with the product's name, where there is room, and the area's. */
export const HomeLogo = ({ product }: { product: string }) => (
  <span className={css.logo}>
    <Logo />
    <span className={css.product}>{product}</span> <span className={css.area}>CLOUD</span>
  </span>
)
