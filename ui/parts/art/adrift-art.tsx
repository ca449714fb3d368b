import { lazy } from '../lazy/lazy.tsx'
import css from './art.module.css'

/** A drifting buoy: for failures. Decoration, which no first load includes. */
export const AdriftArt = lazy(() => import('./adrift-picture.tsx'), 'AdriftPicture', {
  waiting: <svg className={css.art} aria-hidden="true" />,
})
