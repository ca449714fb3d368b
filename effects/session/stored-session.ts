import * as v from 'valibot'
import type { World } from '../../src/core/world.ts'
import { CHOOSER } from '../../src/rules/after-login.ts'
import { onOwnOrigin } from '../../src/rules/redirect-path.ts'
import {
  referrers,
  type StoredLogin,
  sessionStorageKeys,
  storageKeys,
  storedLogin,
} from '../../src/session/storage-keys.ts'

type Storage = Pick<World, 'localStorage' | 'sessionStorage'>

/** Stores the token of a new login, which ends the logged-out state. */
export const storeToken = ({ localStorage }: Storage, token: string): void => {
  localStorage.set(storageKeys.token, token)
  localStorage.remove(storageKeys.logout)
}

/** Removes everything that belongs to the user; the theme and the drafts of each user stay. */
export const clearUserData = ({ localStorage, sessionStorage }: Storage): void => {
  for (const key of localStorage.keys())
    if (key !== storageKeys.theme && !key.startsWith(storageKeys.deployDrafts)) localStorage.remove(key)
  for (const key of Object.values(sessionStorageKeys)) sessionStorage.remove(key)
}

/** Makes the next login lead to this path. */
export const storeDestination = ({ localStorage }: Storage, path: string, referrer: keyof typeof referrers): void => {
  localStorage.set(storageKeys.referrer, referrers[referrer])
  localStorage.set(storageKeys.referredFrom, path)
}

/** Makes the next login lead back to the current page. */
export const storeCurrentPage = (world: World, referrer: keyof typeof referrers): void => {
  const { path, query } = world.location.read()
  storeDestination(world, `${onOwnOrigin(path)}${query}`, referrer)
}

/** Returns where a completed login leads, once; with the query of the page where it began. */
export const takeDestination = (world: Storage, query: string): string => {
  const { localStorage } = world
  const referrer = localStorage.get(storageKeys.referrer)
  const path = localStorage.get(storageKeys.referredFrom)
  localStorage.remove(storageKeys.referredFrom)
  localStorage.remove(storageKeys.referrer)
  if (referrer === null) return `/post-login${query}`
  if (referrer === referrers.community && path) storeCommunity(world, path.split('/')[1] ?? '')
  return path ?? CHOOSER
}

/** Marks this tab as visiting a public organisation, by the first segment of its paths. */
export const storeCommunity = ({ sessionStorage }: Storage, segment: string): void => {
  sessionStorage.set(sessionStorageKeys.communityFlow, 'true')
  sessionStorage.set(sessionStorageKeys.communityOrgName, decodeURIComponent(segment))
}

export const clearCommunity = ({ sessionStorage }: Storage): void => {
  sessionStorage.remove(sessionStorageKeys.communityFlow)
  sessionStorage.remove(sessionStorageKeys.communityOrgName)
}

/** Returns, once, whether a template is being copied: the tab that a provider redirects back to is then the only one. */
export const takeCloneFlag = ({ localStorage }: Storage): boolean => {
  const isSet = localStorage.get(storageKeys.clone) !== null
  localStorage.remove(storageKeys.clone)
  return isSet
}

const record = v.pipe(v.string(), v.parseJson(), storedLogin)
const noLogin: StoredLogin = { query: '', signIn: null }

export const readLogin = ({ sessionStorage }: Storage): StoredLogin => {
  const read = v.safeParse(record, sessionStorage.get(sessionStorageKeys.login))
  return read.success ? read.output : noLogin
}

export const updateLogin = (world: Storage, change: Partial<StoredLogin>): void => {
  const login = { ...readLogin(world), ...change }
  if (login.query === '' && login.signIn === null) world.sessionStorage.remove(sessionStorageKeys.login)
  else world.sessionStorage.set(sessionStorageKeys.login, JSON.stringify(login))
}

/** Returns the query of the page where the login began, once. */
export const takeLoginQuery = (world: Storage): string => {
  const { query } = readLogin(world)
  updateLogin(world, { query: '' })
  return query
}
