/** All error codes of the server, with their status and message. Clients branch on the code, never on the message. */
export const errorCodes = {
  invalid: { status: 400, message: 'Some of what was sent is not valid.' },
  malformed: { status: 400, message: 'The request could not be read. Send valid JSON.' },
  notSignedIn: { status: 401, message: 'Please log in to continue.' },
  sessionEnded: { status: 401, message: 'Your session has ended. Please log in again.' },
  secondFactorNeeded: { status: 403, message: 'Complete the second step of logging in first.' },
  notAllowed: { status: 403, message: 'Your role in this organisation does not allow this. Ask one of its owners.' },
  sessionNeeded: { status: 403, message: 'An API token cannot do this. Log in to do it.' },
  stepUpNeeded: { status: 403, message: 'Confirm with your passkey or a code that it is you, then try again.' },
  freshSignInNeeded: {
    status: 403,
    message: 'Log in again, then set up your first second factor within 10 minutes.',
  },
  signInOver: { status: 403, message: 'This login took too long, or too many codes were wrong. Log in again.' },
  wrongCode: { status: 403, message: 'This code is not right, or was used before.' },
  passkeyRejected: { status: 403, message: 'This passkey was not accepted. Try again, or use another way.' },
  scopeMissing: { status: 403, message: 'This API token may not do this. It needs another scope.' },
  wrongAppType: { status: 403, message: 'This API token is for another kind of app.' },
  foreignOrigin: {
    status: 403,
    message: 'This request came from another site. Open this product in a tab of its own and try again.',
  },
  emailNeeded: { status: 403, message: 'Add an e-mail address to your profile before you deploy.' },
  notFound: { status: 404, message: 'There is nothing here, or it is not yours to see.' },
  organizationNotFound: { status: 404, message: "Can't find this organisation" },
  usernameTaken: { status: 409, message: 'This name is taken. Choose another.' },
  usernameReserved: { status: 409, message: 'This name is kept for the product. Choose another.' },
  organizationBusy: { status: 409, message: 'Something of this organisation still runs. Close it first.' },
  alreadyMember: { status: 409, message: 'This person is a member already.' },
  lastOwner: { status: 409, message: 'An organisation needs an owner. Make somebody else one first.' },
  inviteOver: { status: 409, message: 'This invitation is no longer open. Ask for a new one.' },
  mailNotSetUp: {
    status: 409,
    message: 'Nobody can be invited, because no mail is sent from here. Ask whoever runs this to set it up.',
  },
  projectNotEmpty: { status: 409, message: 'This project still has instances. Delete them first.' },
  instanceNotActive: { status: 409, message: 'This instance is not running.' },
  secretsUnreadable: {
    status: 409,
    message:
      'The values cannot be read, because the secret of this installation has changed. Deploy again with new ones.',
  },
  tooManyConnections: { status: 429, message: 'Too many live connections are open. Close some, then try again.' },
  instanceEnding: { status: 409, message: 'This instance is being deleted.' },
  regionDisabled: { status: 409, message: 'This region takes no deployments at present. Choose another.' },
  planTooSmall: { status: 409, message: 'This plan is too small for the template. Choose a larger one.' },
  insufficientCapacity: {
    status: 409,
    message: 'This machine has no room for an instance of this size. Choose a smaller plan or close another instance.',
  },
  quotaExceeded: {
    status: 409,
    message: 'Your organisation has used up one of its quotas. Close another instance, or ask the operator for more.',
  },
  tooManyOrganizations: {
    status: 409,
    message: 'You own as many organisations as one person may. Delete one that you no longer need.',
  },
  notInReferral: { status: 409, message: 'You are not in the referral programme yet. Join it first.' },
  externalReferralProgramme: {
    status: 409,
    message: 'This installation lets people into the programme by its own form.',
  },
  passkeyTaken: { status: 409, message: 'This passkey was added before.' },
  tooManyPasskeys: { status: 409, message: 'At most 20 passkeys. Remove one first.' },
  totpThere: { status: 409, message: 'An authenticator app is set up already. Remove it first.' },
  totpNotStarted: { status: 409, message: 'This set-up is over. Start setting up the authenticator app again.' },
  noSecondFactor: { status: 409, message: 'Set up a passkey or an authenticator app first.' },
  lastLogin: { status: 409, message: 'This is your only login. Connect another one first.' },
  devicePending: { status: 400, message: 'Nobody has let this command line in yet. Ask again.' },
  deviceSlowDown: { status: 400, message: 'Asked too soon. Wait for the interval and ask again.' },
  deviceDenied: { status: 400, message: 'This command line was not let in.' },
  deviceExpired: { status: 400, message: 'This login took too long or is used up. Begin anew.' },
  browserNeeded: {
    status: 403,
    message: 'A command line cannot let another one in. Log in to the console and approve it there.',
  },
  deviceUnknown: { status: 404, message: 'No command line waits under this code. Compare it, or begin anew.' },
  otherWallet: { status: 409, message: 'Your wallet has another account open than the one that is connected here.' },
  walletUnproven: {
    status: 403,
    message:
      'This wallet has not signed for it. Sign with it, or log in anew with another login that has been connected for 7 days, and disconnect the wallet within 10 minutes.',
  },
  loginStays: { status: 409, message: 'The Google login cannot be disconnected.' },
  repeatedDifferently: { status: 409, message: 'This idempotency key was used for another request.' },
  responseAlreadyReturned: { status: 409, message: 'This was done, and its answer is given only once.' },
  stillRunning: { status: 409, message: 'The same request is still running.' },
  tooLarge: { status: 413, message: 'This request is too large. The limit is 1 MB, and 5 MB for a picture.' },
  wrongMediaType: { status: 415, message: 'Send JSON with the content type application/json.' },
  notAPicture: {
    status: 400,
    message: 'This file is not a picture that can be read. Choose a PNG, JPEG, WebP or GIF.',
  },
  searchTooLong: {
    status: 422,
    message: 'This search took too long and was stopped, so what it found is not all. Search a smaller log.',
  },
  tooManyCodes: { status: 429, message: 'Too many wrong codes. Wait and try again, or use a passkey.' },
  tooMany: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  providerUnknown: { status: 404, message: 'This way of signing in is not known.' },
  signInFailed: { status: 400, message: 'Signing in did not work. Please try again.' },
  unexpected: { status: 500, message: 'Something went wrong. Please try again after some time.' },
  unavailable: { status: 503, message: 'Longshore cannot reach its database. Please try again in a moment.' },
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
