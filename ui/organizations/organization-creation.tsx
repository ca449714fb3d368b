import { Check } from 'lucide-react'
import css from './organization-creation.module.css'
import { OrganizationPreview } from './organization-preview.tsx'

/** The steps of creating an organisation; its dashboard opens after the last. */
export const OrganizationCreation = ({ name, username }: { name: string; username: string }) => (
  <div className={css.creation} role="status">
    <OrganizationPreview name={name} username={username} />
    <ol className={css.steps}>
      {[`Creating ${name}`, 'Preparing Compute', 'Opening the dashboard'].map((label) => (
        <li key={label} className={css.step}>
          <span className={css.mark} aria-hidden="true">
            <Check />
          </span>
          {label}
        </li>
      ))}
    </ol>
  </div>
)
