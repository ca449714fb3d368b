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
  title: 'Nothing lives here',
  message: 'No instance has this address. Check its spelling, or copy the link from the instance’s page.',
}

export const notResponding = ({ name }: Route): ErrorPage => ({
  code: 'instanceNotResponding',
  status: 502,
  title: `${name} does not answer`,
  message:
    'The instance runs, but nothing answers on its port. Its owner should look at its log and at the port it was deployed with.',
})

/** Returns the page for an instance that is not running. */
export function notRunning({ name, state, desiredState }: Route): ErrorPage {
  if (desiredState === 'deleted') return unknownHost
  if (desiredState === 'closed' || state === 'Closed') {
    return {
      code: 'instanceClosed',
      status: 503,
      title: `${name} is closed`,
      message: 'Its owner has closed this instance. Deploy it again to bring it back.',
    }
  }
  if (state === 'Failed-start') {
    return {
      code: 'instanceFailed',
      status: 502,
      title: `${name} failed to start`,
      message: 'Its owner finds the reason, and what to do, on the instance’s page.',
    }
  }
  return {
    code: 'instanceStarting',
    status: 503,
    title: `${name} is starting`,
    message: 'This page looks again every two seconds and opens the instance as soon as it is ready.',
    refreshSeconds: 2,
  }
}

/** For a running instance without a published port at this address. */
export const noPort = ({ name }: Route): ErrorPage => ({
  code: 'instanceHasNoPort',
  status: 404,
  title: `${name} has no page here`,
  message: 'The instance runs, but no port is published at this address.',
})

export const unavailable: ErrorPage = {
  code: 'unavailable',
  status: 503,
  title: 'One moment',
  message: 'Longshore cannot reach its database just now. This page looks again by itself.',
  refreshSeconds: 5,
}
