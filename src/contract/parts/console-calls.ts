import { accountCalls } from '../calls/account-calls.ts'
import { bannerCalls } from '../calls/banner-calls.ts'
import { captchaCalls } from '../calls/captcha-calls.ts'
import { configCalls } from '../calls/config-calls.ts'
import { instanceCalls } from '../calls/instance-calls.ts'
import { inviteCalls } from '../calls/invite-calls.ts'
import { measureCalls } from '../calls/measure-calls.ts'
import { memberCalls } from '../calls/member-calls.ts'
import { notificationCalls } from '../calls/notification-calls.ts'
import { organizationCalls } from '../calls/organization-calls.ts'
import { projectCalls } from '../calls/project-calls.ts'
import { secondFactorCalls } from '../calls/second-factor-calls.ts'
import { sessionCalls } from '../calls/session-calls.ts'
import { walletCalls } from '../calls/wallet-calls.ts'

/** The calls of signing in, of the frame and of the dashboard; their schemas are in the first load of the console. */
export const consoleCalls = {
  ...configCalls,
  ...accountCalls,
  ...notificationCalls,
  ...sessionCalls,
  ...secondFactorCalls,
  ...walletCalls,
  ...captchaCalls,
  ...organizationCalls,
  ...memberCalls,
  ...inviteCalls,
  ...bannerCalls,
  ...projectCalls,
  ...instanceCalls,
  ...measureCalls,
}
