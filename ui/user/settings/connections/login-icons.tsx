import { Wallet } from 'lucide-react'
import type { ReactElement } from 'react'
import type { LoginProvider } from '../../../../src/contract/wire/account.ts'
import { BitbucketIcon, GithubIcon, GitlabIcon, GoogleIcon } from '../../../parts/art/brand-icons.tsx'

export const loginIcons: Record<LoginProvider, ReactElement> = {
  google: <GoogleIcon />,
  github: <GithubIcon />,
  gitlab: <GitlabIcon />,
  bitbucket: <BitbucketIcon />,
  metamask: <Wallet />,
  phantom: <Wallet />,
}
