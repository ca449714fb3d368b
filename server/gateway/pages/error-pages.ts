import type { Route } from '../routes/route.ts'

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
export function notRunning({ name, state }: Route): ErrorPage {
  if (state === 'closed') {
    return {
      code: 'instanceClosed',
      status: 503,
      title: `${name} is closed`,
      message: 'The owner closed this instance and can deploy it again.',
    }
  }
  if (state === 'failed') {
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

/** For a request whose head cannot be written for the instance. */
export const malformedRequest: ErrorPage = {
  code: 'malformed',
  status: 400,
  title: 'Malformed request',
  message: 'The address or a header of the request contains characters that are not allowed.',
}

/** For a running instance without a published port at this address. */
export const noPort = ({ name }: Route): ErrorPage => ({
  code: 'instanceHasNoPort',
  status: 404,
  title: `${name} has no page at this address`,
  message: 'The instance is running, but no port is published here.',
})

/** While the gateway has not received its routes yet. */
export const routesMissing: ErrorPage = {
  code: 'unavailable',
  status: 503,
  title: 'Temporarily unavailable',
  message: 'Longshore is starting. This page reloads automatically.',
  refreshSeconds: 2,
}

/** In place of the console while the control plane is away. */
export const consoleAway: ErrorPage = {
  code: 'unavailable',
  status: 503,
  title: 'Longshore is restarting',
  message: 'Running instances are not affected. This page reloads automatically.',
  refreshSeconds: 2,
}

/** For a request that names another host than its TLS connection. The browser repeats it on a connection of its own. */
export const misdirected: ErrorPage = {
  code: 'misdirected',
  status: 421,
  title: 'Wrong connection',
  message: 'This connection is for another host name. Open the address again.',
}
