import { Avatar } from '../parts/frame/avatar.tsx'
import css from './organization-preview.module.css'

type OrganizationPreviewProps = {
  name: string
  username: string
  image?: string
}

/** Previews the organisation in the switcher, and its address. */
export const OrganizationPreview = ({ name, username, image }: OrganizationPreviewProps) => {
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
