/** Every refusal of the server: its status and its words. Clients branch on the code, never on the words. */
export const refusals = {
  invalid: { status: 400, words: 'Some of what was sent is not valid.' },
  malformed: { status: 400, words: 'The request could not be read. Send valid JSON.' },
  notSignedIn: { status: 401, words: 'Please log in to continue.' },
  sessionEnded: { status: 401, words: 'Your session has ended. Please log in again.' },
  secondFactorNeeded: { status: 403, words: 'Complete the second step of logging in first.' },
  notAllowed: { status: 403, words: 'Your role in this organisation does not allow this. Ask one of its owners.' },
  sessionNeeded: { status: 403, words: 'An API token cannot do this. Log in to do it.' },
  stepUpNeeded: { status: 403, words: 'Confirm with your passkey or a code that it is you, then try again.' },
  freshSignInNeeded: {
    status: 403,
    words: 'Log in again, then set up your first second factor within 10 minutes.',
  },
  signInOver: { status: 403, words: 'This login took too long, or too many codes were wrong. Log in again.' },
  wrongCode: { status: 403, words: 'This code is not right, or was used before.' },
  passkeyRefused: { status: 403, words: 'This passkey was not accepted. Try again, or use another way.' },
  scopeMissing: { status: 403, words: 'This API token may not do this. It needs another scope.' },
  keyElsewhere: { status: 403, words: 'This API token is for another kind of app.' },
  foreignOrigin: {
    status: 403,
    words: 'This request came from another site. Open this product in a tab of its own and try again.',
  },
  emailNeeded: { status: 403, words: 'Add an e-mail address to your profile before you deploy.' },
  notFound: { status: 404, words: 'There is nothing here, or it is not yours to see.' },
  organizationNotFound: { status: 404, words: "Can't find this organisation" },
  usernameTaken: { status: 409, words: 'This name is taken. Choose another.' },
  usernameReserved: { status: 409, words: 'This name is kept for the product. Choose another.' },
  organizationBusy: { status: 409, words: 'Something of this organisation still runs. Close it first.' },
  alreadyMember: { status: 409, words: 'This person is a member already.' },
  lastOwner: { status: 409, words: 'An organisation needs an owner. Make somebody else one first.' },
  inviteOver: { status: 409, words: 'This invitation is no longer open. Ask for a new one.' },
  mailNotSetUp: {
    status: 409,
    words: 'Nobody can be invited, because no mail is sent from here. Ask whoever runs this to set it up.',
  },
  projectNotEmpty: { status: 409, words: 'This project still has instances. Delete them first.' },
  instanceNotActive: { status: 409, words: 'This instance is not running.' },
  secretsUnreadable: {
    status: 409,
    words:
      'The values cannot be read, because the secret of this installation has changed. Deploy again with new ones.',
  },
  tooManyConnections: { status: 429, words: 'Too many live connections are open. Close some, then try again.' },
  instanceEnding: { status: 409, words: 'This instance is being deleted.' },
  regionDisabled: { status: 409, words: 'This region takes no deployments at present. Choose another.' },
  planTooSmall: { status: 409, words: 'This plan is too small for the template. Choose a larger one.' },
  noRoom: {
    status: 409,
    words: 'This machine has no room for an instance of this size. Choose a smaller plan or close another instance.',
  },
  quotaExceeded: {
    status: 409,
    words: 'Your organisation has used up one of its quotas. Close another instance, or ask the operator for more.',
  },
  tooManyOrganizations: {
    status: 409,
    words: 'You own as many organisations as one person may. Delete one that you no longer need.',
  },
  notInReferral: { status: 409, words: 'You are not in the referral programme yet. Join it first.' },
  referralElsewhere: { status: 409, words: 'This installation lets people into the programme by its own form.' },
  passkeyTaken: { status: 409, words: 'This passkey was added before.' },
  tooManyPasskeys: { status: 409, words: 'At most 20 passkeys. Remove one first.' },
  totpThere: { status: 409, words: 'An authenticator app is set up already. Remove it first.' },
  totpNotStarted: { status: 409, words: 'This set-up is over. Start setting up the authenticator app again.' },
  noSecondFactor: { status: 409, words: 'Set up a passkey or an authenticator app first.' },
  lastLogin: { status: 409, words: 'This is your only login. Connect another one first.' },
  devicePending: { status: 400, words: 'Nobody has let this command line in yet. Ask again.' },
  deviceSlowDown: { status: 400, words: 'Asked too soon. Wait for the interval and ask again.' },
  deviceDenied: { status: 400, words: 'This command line was not let in.' },
  deviceExpired: { status: 400, words: 'This login took too long or is used up. Begin anew.' },
  browserNeeded: {
    status: 403,
    words: 'A command line cannot let another one in. Log in to the console and approve it there.',
  },
  deviceUnknown: { status: 404, words: 'No command line waits under this code. Compare it, or begin anew.' },
  otherWallet: { status: 409, words: 'Your wallet has another account open than the one that is connected here.' },
  walletUnproven: {
    status: 403,
    words:
      'This wallet has not signed for it. Sign with it, or log in anew with another login that has been connected for 7 days, and disconnect the wallet within 10 minutes.',
  },
  loginStays: { status: 409, words: 'The Google login cannot be disconnected.' },
  repeatedDifferently: { status: 409, words: 'This idempotency key was used for another request.' },
  answeredOnce: { status: 409, words: 'This was done, and its answer is given only once.' },
  stillRunning: { status: 409, words: 'The same request is still running.' },
  tooLarge: { status: 413, words: 'This request is too large. The limit is 1 MB, and 5 MB for a picture.' },
  wrongMediaType: { status: 415, words: 'Send JSON with the content type application/json.' },
  notAPicture: { status: 400, words: 'This file is not a picture that can be read. Choose a PNG, JPEG, WebP or GIF.' },
  searchTooLong: {
    status: 422,
    words: 'This search took too long and was stopped, so what it found is not all. Search a smaller log.',
  },
  tooManyCodes: { status: 429, words: 'Too many wrong codes. Wait and try again, or use a passkey.' },
  tooMany: { status: 429, words: 'Too many requests. Wait a moment and try again.' },
  providerUnknown: { status: 404, words: 'This way of signing in is not known.' },
  signInFailed: { status: 400, words: 'Signing in did not work. Please try again.' },
  unexpected: { status: 500, words: 'Something went wrong. Please try again after some time.' },
  unavailable: { status: 503, words: 'Longshore cannot reach its database. Please try again in a moment.' },
  engineUnavailable: { status: 503, words: 'The container engine cannot be reached. Start it, then try again.' },
} as const satisfies Record<string, { status: number; words: string }>

export type RefusalCode = keyof typeof refusals

export interface FieldFault {
  /** Dotted path into the input, as `ports.0.containerPort`. */
  field: string
  message: string
}

/** The body of every refusal. */
export interface RefusalBody {
  error: RefusalCode
  message: string
  fields?: FieldFault[]
  requestId?: string
}
