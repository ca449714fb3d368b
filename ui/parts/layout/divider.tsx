import css from './layout.module.css'

export const Divider = () => <hr className={css.divider} />
