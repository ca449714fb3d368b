import { Logo } from '../../parts/art/logo.tsx'
import css from './full-screen-wait.module.css'

/** Fills the screen while the browser is being redirected. */
export const FullScreenWait = ({ message = 'Loading...' }: { message?: string }) => (
  <main className={css.wait} aria-busy="true">
    <span className={css.logo}>
      <Logo size="large" />
    </span>
    <p role="status">{message}</p>
  </main>
)
