import css from './avatar.module.css'

type AvatarProps = {
  name: string
  image?: string | undefined
  size?: 'small' | 'medium' | 'large'
  /** People are round, organisations and projects are not. */
  shape?: 'round' | 'square'
}

const tints = 6

/** Our own uploads, and what a login provider gave; anything else is not asked for. */
const isAddress = /^(?:https?:\/\/|data:image\/|\/)/i

/** The same name always has the same tint. */
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
