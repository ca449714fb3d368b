import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import css from './app-card.module.css'
import type { ProductApp } from './product-apps.tsx'

/** The whole card is the link. A disabled card shows the reason and is announced as a disabled link. */
export const AppCard = ({ name, text, icon, place }: ProductApp) => {
  const inside = (
    <>
      <span className={css.icon}>{icon}</span>
      <span className={css.name}>
        {name}
        {place.kind !== 'disabled' && <ArrowRight />}
      </span>
      <span className={css.text}>{text}</span>
      {place.kind === 'disabled' && <span className={css.reason}>{place.reason}</span>}
    </>
  )
  if (place.kind === 'here')
    return (
      <Link className={css.card} to={place.to}>
        {inside}
      </Link>
    )
  if (place.kind === 'external')
    return (
      <a className={css.card} href={place.href}>
        {inside}
      </a>
    )
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: a disabled link is announced but not focused
    // biome-ignore lint/a11y/useSemanticElements: an `a` element cannot be disabled
    <span className={css.card} role="link" aria-disabled="true">
      {inside}
    </span>
  )
}
