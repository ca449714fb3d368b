import { useConfiguration } from '../../hooks/use-configuration.ts'
import css from './brand.module.css'

/** The logo and the background of the product that users log in for. */
export const Brand = () => {
  const agent = useConfiguration()?.agent
  if (!agent) return null
  return (
    <>
      {agent.scene && <img className={css.scene} src={agent.scene} alt="" />}
      {agent.logo ? (
        <img className={css.logo} src={agent.logo} alt={agent.name} />
      ) : (
        <strong className={css.name}>{agent.name}</strong>
      )}
    </>
  )
}

/** The links of that product. */
export const BrandLinks = () => {
  const links = useConfiguration()?.agent.links
  const shown = [
    { label: 'Contact', href: links?.contact },
    { label: 'Terms of Use', href: links?.terms },
  ]
  return shown.map(
    ({ label, href }) =>
      href && (
        <a key={label} href={href} target="_blank" rel="noreferrer">
          {label}
        </a>
      ),
  )
}
