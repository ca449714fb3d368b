import type { Route } from './route-table.ts'

/**
 * The page that a visitor gets when an instance cannot respond. It shows no errors of the instance, because anyone may
 * be the visitor.
 */
export interface ErrorPage {
  code: string
  status: number
  title: string
  message: string
  /** The page reloads itself after this time. */
  refreshSeconds?: number
}

export const unknownHost: ErrorPage = {
  code: 'instanceNotFound',
  status: 404,
  title: 'Instance not found',
  message: 'No instance uses this address. Check its spelling, or copy the link from the instance’s page.',
}

export const notResponding = ({ name }: Route): ErrorPage => ({
  code: 'instanceNotResponding',
  status: 502,
  title: `${name} is not responding`,
  message:
    'The instance is running, but nothing responds on its port. Its owner can check the logs and the port of the deployment.',
})

/** Returns the page for an instance that is not running. */
export function notRunning({ name, state, desiredState }: Route): ErrorPage {
  if (desiredState === 'deleted') return unknownHost
  if (desiredState === 'closed' || state === 'Closed') {
    return {
      code: 'instanceClosed',
      status: 503,
      title: `${name} is closed`,
      message: 'The owner closed this instance and can deploy it again.',
    }
  }
  if (state === 'Failed-start') {
    return {
      code: 'instanceFailed',
      status: 502,
      title: `${name} failed to start`,
      message: 'The owner can find the reason on the instance’s page.',
    }
  }
  return {
    code: 'instanceStarting',
    status: 503,
    title: `${name} is starting`,
    message: 'This page reloads every two seconds and opens the instance when it is ready.',
    refreshSeconds: 2,
  }
}

/** For a running instance without a published port at this address. */
export const noPort = ({ name }: Route): ErrorPage => ({
  code: 'instanceHasNoPort',
  status: 404,
  title: `${name} has no page at this address`,
  message: 'The instance is running, but no port is published here.',
})

export const unavailable: ErrorPage = {
  code: 'unavailable',
  status: 503,
  title: 'Temporarily unavailable',
  message: 'Longshore cannot reach its database. This page reloads automatically.',
  refreshSeconds: 5,
}
