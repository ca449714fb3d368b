import { Boxes, Cloud, CloudCog, Container } from 'lucide-react'
import type { ReactElement } from 'react'
import { type RegistryKind, registryKind } from '../../../src/catalogue/registry-kind.ts'
import { GithubIcon, GoogleIcon } from '../../parts/art/brand-icons.tsx'
import { HiddenText } from '../../parts/layout/hidden-text.tsx'
import css from './registry-icon.module.css'

const icons: Record<RegistryKind, ReactElement> = {
  amazon: <Cloud />,
  github: <GithubIcon />,
  google: <GoogleIcon />,
  azure: <CloudCog />,
  docker: <Container />,
  default: <Boxes />,
}

/** Spins when another registry is recognised; the style sheet sets the duration. */
export const RegistryIcon = ({ address }: { address: string }) => {
  const { kind, name } = registryKind(address)
  return (
    <span className={css.icon} key={kind} title={name} data-kind={kind}>
      {address.trim() !== '' && <span className={css.spin} />}
      <span className={address.trim() === '' ? undefined : css.late}>{icons[kind]}</span>
      <HiddenText>{name}</HiddenText>
    </span>
  )
}
