import css from './avatar.module.css'

type AvatarProps = {
  name: string
  image?: string | undefined
  size?: 'small' | 'medium' | 'large'
  /** Round for users, square for organisations and projects. */
  shape?: 'round' | 'square'
}

const tints = 6

/** Only our own uploads and a login provider's pictures are loaded. */
const isAddress = /^(?:https?:\/\/|data:image\/|\/)/i

/** The same name always gets the same tint. */
const tintOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints

const initials = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

export const Avatar = ({ name, image, size = 'medium', shape = 'round' }: AvatarProps) => (
  <span
    className={css.avatar}
    data-size={size}
    data-shape={shape}
    data-tint={tintOf(name)}
    data-initials={initials(name)}
    aria-hidden="true"
  >
    {image && isAddress.test(image) && <img src={image} alt="" />}
  </span>
)
