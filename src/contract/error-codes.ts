/** All error codes of the server, with their status and message. Clients branch on the code, never on the message. */
export const errorCodes = {
  invalid: { status: 400, message: 'Some fields are invalid. Check them and try again.' },
  malformed: { status: 400, message: 'The request could not be read. Send valid JSON.' },
  notSignedIn: { status: 401, message: 'Log in to continue.' },
  sessionEnded: { status: 401, message: 'Your session has ended. Log in again.' },
  secondFactorNeeded: { status: 403, message: 'Complete the second login step first.' },
  notAllowed: { status: 403, message: 'Your role in this organisation does not allow this. Ask an owner.' },
  sessionNeeded: { status: 403, message: 'API tokens cannot do this. Log in instead.' },
  stepUpNeeded: { status: 403, message: 'Confirm your identity with a passkey or a code, then try again.' },
  freshSignInNeeded: {
    status: 403,
    message: 'Log in again, then set up your first second factor within 10 minutes.',
  },
  signInOver: { status: 403, message: 'This login expired or had too many wrong codes. Log in again.' },
  wrongCode: { status: 403, message: 'This code is wrong or was already used.' },
  passkeyRejected: { status: 403, message: 'This passkey was not accepted. Try again or use another method.' },
  scopeMissing: { status: 403, message: 'This API token does not have the required scope.' },
  wrongAppType: { status: 403, message: 'This API token is for a different app type.' },
  foreignOrigin: {
    status: 403,
    message: 'This request came from another site. Open the console in its own tab and try again.',
  },
  emailNeeded: { status: 403, message: 'Add an e-mail address to your profile before you deploy.' },
  notFound: { status: 404, message: 'Not found, or you do not have access.' },
  organizationNotFound: { status: 404, message: "Can't find this organisation" },
  usernameTaken: { status: 409, message: 'This name is taken. Choose another.' },
  usernameReserved: { status: 409, message: 'This name is reserved. Choose another.' },
  organizationBusy: { status: 409, message: 'Instances of this organisation are still running. Close them first.' },
  alreadyMember: { status: 409, message: 'This user is already a member.' },
  lastOwner: { status: 409, message: 'An organisation needs an owner. Make another member an owner first.' },
  inviteOver: { status: 409, message: 'This invitation is no longer valid. Ask for a new one.' },
  mailNotSetUp: {
    status: 409,
    message: 'Invitations cannot be sent because no mail server is configured. Ask the operator to set one up.',
  },
  projectNotEmpty: { status: 409, message: 'This project still has instances. Delete them first.' },
  projectArchived: { status: 409, message: 'This project is archived. Restore it first.' },
  projectRunning: { status: 409, message: 'This project has running instances. Close them first.' },
  volumeInUse: { status: 409, message: 'An instance uses this volume. Close it, or remove the volume from it first.' },
  addressInUse: {
    status: 409,
    message: 'An instance uses this address. Close it, or choose another address for it first.',
  },
  noFreeAddress: {
    status: 409,
    message: 'This region has no free IP address left. Release one, or choose a shared one.',
  },
  noFreePort: {
    status: 409,
    message:
      'All shared ports of this region are in use. Close another instance, or ask the operator for a larger range (LONGSHORE_SHARED_PORTS).',
  },
  variableGroupInUse: { status: 409, message: 'Instances include this variable group. Remove it there first.' },
  tooManyRestores: {
    status: 409,
    message: 'Your organisation has 2 restores running. Wait until one of them has ended.',
  },
  snapshotUnavailable: { status: 409, message: 'This snapshot cannot be used now.' },
  brokenArchive: { status: 422, message: 'This is not a tar archive that can be restored.' },
  instanceNotMovable: { status: 409, message: 'This instance uses something of its project. Remove that first.' },
  instanceNotActive: { status: 409, message: 'This instance is not running.' },
  secretsUnreadable: {
    status: 409,
    message:
      'The values cannot be read because the secret of this installation has changed. Deploy again with new values.',
  },
  tooManyConnections: { status: 429, message: 'Too many live connections are open. Close some and try again.' },
  deploymentConflict: {
    status: 409,
    message: 'Another user has deployed meanwhile. Look at the newest deployment first.',
  },
  deploymentGone: { status: 404, message: 'This instance has no such deployment.' },
  runEnded: { status: 409, message: 'This run has already ended.' },
  instanceEnding: { status: 409, message: 'This instance is being deleted.' },
  regionDisabled: { status: 409, message: 'This region does not accept deployments at present. Choose another.' },
  planTooSmall: { status: 409, message: 'This plan is too small for the template. Choose a larger one.' },
  insufficientCapacity: {
    status: 409,
    message:
      'This machine does not have enough capacity for this instance. Choose a smaller plan or close another instance.',
  },
  quotaExceeded: {
    status: 409,
    message: 'Your organisation has reached a quota. Close another instance, or ask the operator to raise it.',
  },
  fundsStopped: {
    status: 402,
    message: 'The balance of this organisation is used up, so nothing can be started. Top it up to continue.',
  },
  billingOff: {
    status: 409,
    message: 'This installation takes no payments by card.',
  },
  invalidCoupon: { status: 400, message: 'This promotion code is not valid. Check it and try again.' },
  couponApplied: { status: 409, message: 'This coupon has been applied, so it cannot be deleted.' },
  cardNotConnected: { status: 409, message: 'This card is not attached yet. Attach it first.' },
  paymentOpen: {
    status: 409,
    message: 'A payment of your organisation has not ended yet. Wait until it has, or cancel it.',
  },
  tooManyCards: { status: 409, message: 'Your organisation has 20 cards. Remove one first.' },
  insufficientFunds: {
    status: 402,
    message: 'The balance of this organisation does not cover two days of the price. Top it up to continue.',
  },
  tooManyOrganizations: {
    status: 409,
    message: 'You own the maximum number of organisations. Delete one that you no longer need.',
  },
  notInReferral: { status: 409, message: 'You have not joined the referral programme. Join it first.' },
  externalReferralProgramme: {
    status: 409,
    message: 'Join the referral programme through its registration form.',
  },
  passkeyTaken: { status: 409, message: 'This passkey is already registered.' },
  tooManyPasskeys: { status: 409, message: 'You can have at most 20 passkeys. Remove one first.' },
  totpThere: { status: 409, message: 'An authenticator app is already set up. Remove it first.' },
  totpNotStarted: { status: 409, message: 'This set-up has expired. Set up the authenticator app again.' },
  noSecondFactor: { status: 409, message: 'Set up a passkey or an authenticator app first.' },
  lastLogin: { status: 409, message: 'This is your only login. Connect another one first.' },
  devicePending: { status: 400, message: 'Waiting for approval.' },
  deviceSlowDown: { status: 400, message: 'You are polling too fast. Wait for the interval, then try again.' },
  deviceDenied: { status: 400, message: 'The login of this command line was denied.' },
  deviceExpired: { status: 400, message: 'This login has expired or was already used. Start again.' },
  browserNeeded: {
    status: 403,
    message: 'A command line cannot approve another one. Log in to the console and approve it there.',
  },
  deviceUnknown: { status: 404, message: 'No command line is waiting for this code. Check the code, or start again.' },
  otherWallet: { status: 409, message: 'A different account is selected in your wallet. Switch to the connected one.' },
  walletUnproven: {
    status: 403,
    message:
      'This wallet did not sign. Sign with it, or log in again with another login that has been connected for 7 days and disconnect the wallet within 10 minutes.',
  },
  loginStays: { status: 409, message: 'The Google login cannot be disconnected.' },
  repeatedDifferently: { status: 409, message: 'This idempotency key was used for a different request.' },
  responseAlreadyReturned: {
    status: 409,
    message: 'This request has already succeeded, and its response is returned only once.',
  },
  stillRunning: { status: 409, message: 'The same request is still in progress.' },
  tooLarge: { status: 413, message: 'This request is too large. The limit is 1 MB, or 5 MB for a picture.' },
  wrongMediaType: { status: 415, message: 'Send JSON with the content type application/json.' },
  notAPicture: {
    status: 400,
    message: 'This picture cannot be read. Choose a PNG, JPEG, WebP or GIF.',
  },
  searchTooLong: {
    status: 422,
    message: 'This search took too long, so its results are incomplete. Narrow it and try again.',
  },
  tooManyCodes: { status: 429, message: 'Too many wrong codes. Wait and try again, or use a passkey.' },
  tooMany: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  providerUnknown: { status: 404, message: 'Unknown login provider.' },
  invalidCaptcha: { status: 400, message: 'Invalid captcha' },
  signInFailed: { status: 400, message: 'Login failed. Try again.' },
  unexpected: { status: 500, message: 'Something went wrong. Please try again after some time.' },
  unavailable: { status: 503, message: 'Longshore cannot reach its database. Try again in a moment.' },
  cardsUnavailable: { status: 503, message: 'The card processor cannot be reached. Try again in a moment.' },
  engineUnavailable: { status: 503, message: 'The container engine cannot be reached. Start it, then try again.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCodes

export interface FieldError {
  /** Dotted path into the input, such as `ports.0.containerPort`. */
  field: string
  message: string
}

/** The body of every error response. */
export interface ErrorResponse {
  error: ErrorCode
  message: string
  fields?: FieldError[]
  requestId?: string
}
