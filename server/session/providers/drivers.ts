import type { Provider } from '../../../src/contract/wire/account.ts'
import { bitbucket } from './bitbucket.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { google } from './google.ts'
import type { SignInDriver } from './sign-in-driver.ts'

export const drivers: Record<Provider, SignInDriver> = { google, github, gitlab, bitbucket }
