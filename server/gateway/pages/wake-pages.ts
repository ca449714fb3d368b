import type { WakeRejection } from '../holding/wake-rejection.ts'
import type { Route } from '../routes/route.ts'
import type { ErrorPage } from './error-pages.ts'

type Named = Pick<Route, 'name'>

/** For a request that no place is left for. */
export const tooManyHeld = ({ name }: Named): ErrorPage => ({
  code: 'instanceWaking',
  status: 503,
  title: `${name} is waking up`,
  message: 'Too many requests wait for it already. This page reloads in a few seconds.',
  refreshSeconds: 3,
})

/** For a request that waited as long as requests are held. */
export const notAwake = ({ name }: Named, wasRequested: boolean): ErrorPage =>
  wasRequested
    ? {
        code: 'instanceWaking',
        status: 503,
        title: `${name} is still starting`,
        message: 'It needs longer than usual to wake up. This page reloads in a few seconds.',
        refreshSeconds: 5,
      }
    : {
        code: 'unavailable',
        status: 503,
        title: `${name} is asleep`,
        message: 'It cannot be woken at the moment, because the platform is restarting. This page reloads by itself.',
        refreshSeconds: 10,
      }

const rejections: Record<WakeRejection, { code: string; message: string; refreshSeconds: number }> = {
  capacity: {
    code: 'instanceNoCapacity',
    message: 'There is no free capacity for it at the moment. Try again in a minute.',
    refreshSeconds: 60,
  },
  funds: {
    code: 'instanceNoFunds',
    message: 'Its owner has no funds left to run it.',
    refreshSeconds: 300,
  },
  quota: {
    code: 'instanceQuota',
    message: 'Its owner runs as much as the quota allows already.',
    refreshSeconds: 60,
  },
  failed: {
    code: 'instanceFailed',
    message: 'It fails to start. Its owner can find the reason on the instance’s page.',
    refreshSeconds: 30,
  },
  unavailable: {
    code: 'unavailable',
    message: 'The engine that runs it does not respond at the moment. Try again in a minute.',
    refreshSeconds: 30,
  },
}

export const wakeRejected = ({ name }: Named, rejection: WakeRejection): ErrorPage => ({
  ...rejections[rejection],
  status: 503,
  title: `${name} is asleep and cannot start`,
})
