import { usernameFrom } from '../../src/rules/usernames.ts'
import { Avatar } from '../parts/frame/avatar.tsx'
import css from './organization-preview.module.css'

type OrganizationPreviewProps = {
  name: string
  /** The one that its name makes, unless told. */
  username?: string
  image?: string
}

/** How the organisation will look in the switcher, and where its pages will be. */
export const OrganizationPreview = ({ name, username = usernameFrom(name), image }: OrganizationPreviewProps) => {
  const typed = name.trim()
  return (
    <div className={css.preview}>
      <Avatar name={typed || '·'} image={image} shape="square" size="large" />
      <div className={css.content}>
        <p className={css.name} data-empty={typed === '' || undefined}>
          {typed || 'Your organisation'}
        </p>
        <p className={css.address}>
          {window.location.host}/<strong>{username || '…'}</strong>
        </p>
      </div>
    </div>
  )
}
