import { Logo } from '../../parts/art/logo.tsx'
import css from './full-screen-wait.module.css'

/** Nothing to see here: the browser is on its way elsewhere. */
export const FullScreenWait = ({ message = 'Loading...' }: { message?: string }) => (
  <main className={css.wait} aria-busy="true">
    <span className={css.logo}>
      <Logo size="large" />
    </span>
    <p role="status">{message}</p>
  </main>
)
