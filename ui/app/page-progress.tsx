import { useNavigation } from 'react-router-dom'
import css from './page-progress.module.css'

/** A line at the top while a page's code is fetched; quick ones are over before it shows. */
export const PageProgress = () => (useNavigation().state === 'idle' ? null : <div className={css.line} />)
