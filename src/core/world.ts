import type { Observable, SchedulerLike } from 'rxjs'

/** Everything outside that effects and streams touch, so that a test can replace each part. */
export interface World {
  /** Time: `delay`, `timer` and friends take it. */
  readonly scheduler: SchedulerLike
  /** The time of day where what is shown was dated, in milliseconds since 1970; the browser's own clock may be wrong. */
  serverNow(): number
  /** Ends a burst: the browser's next frame, or soon where a hidden tab has none. */
  frame(): Observable<unknown>
  /** A number from 0 up to, not including, 1. */
  random(): number
  /** A name that nobody else has. */
  newId(): string
  readonly localStorage: KeyValueStore
  readonly sessionStorage: KeyValueStore
  /** A channel to the other tabs of this browser; every subscriber gets what others said. */
  channel(name: string): Channel
  readonly network: Network
  readonly location: Location
  readonly page: Page
  readonly desktop: Desktop
  /**
   * Emits when this tab alone holds the lock: after everyone who asked before, or at once where it steals it. Completes
   * when another tab has stolen it. Releasing is unsubscribing.
   */
  lock(name: string, how: 'wait' | 'steal'): Observable<void>
  readonly wallets: Wallets
  readonly passkeys: Passkeys
}

/** A crypto wallet in this browser. */
export interface FoundWallet {
  id: string
  name: string
  /** A data address; null where it shows none. */
  icon: string | null
  chain: 'evm' | 'solana'
}

/** The person decides in the wallet's own window, which may take minutes. Both questions fail with a `WalletFault`. */
export interface Wallets {
  readonly found$: Observable<readonly FoundWallet[]>
  /** The account that the person opens to us; a Solana wallet has no chain number and answers 0. */
  connect(id: string): Observable<{ address: string; chainId: number }>
  /** Hexadecimal from an EVM wallet, base58 from a Solana one. */
  sign(id: string, address: string, message: string): Observable<string>
}

export class WalletError extends Error {
  readonly kind: 'missing' | 'rejected' | 'failed'

  constructor(kind: WalletError['kind'], options?: ErrorOptions) {
    super(kind, options)
    this.name = 'WalletError'
    this.kind = kind
  }
}

/** The user decides in the browser's own window, which may take minutes. Both fail with a `PasskeyFault`; unsubscribing closes the window. */
export interface Passkeys {
  /** Makes a passkey, as the server's options say. */
  create(options: object): Observable<NewPasskey>
  /** Has one sign. */
  sign(options: object): Observable<PasskeySignature>
}

interface PasskeyCredential {
  id: string
  rawId: string
  type: 'public-key'
}

/** Everything binary is base64url. */
export interface NewPasskey extends PasskeyCredential {
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}

export interface PasskeySignature extends PasskeyCredential {
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
}

export type PasskeyErrorKind = 'cancelled' | 'known' | 'wrongAddress' | 'unsupported' | 'failed'

export class PasskeyError extends Error {
  readonly kind: PasskeyErrorKind

  constructor(kind: PasskeyErrorKind, options?: ErrorOptions) {
    super(kind, options)
    this.name = 'PasskeyError'
    this.kind = kind
  }
}

export interface KeyValueStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): string[]
}

export interface Channel {
  readonly message$: Observable<unknown>
  post(message: unknown): void
}

export interface Network {
  fetch(request: Request): Promise<Response>
  readonly online$: Observable<boolean>
}

export interface Location {
  /** Path, query and hash. */
  read(): { path: string; query: string; hash: string; origin: string }
  /** Moves inside the console, without loading it again. */
  go(to: string, how?: 'push' | 'replace'): void
  /** Leaves the console or loads it again. */
  leave(to: string, how?: 'push' | 'replace'): void
  /** Opens another tab; says whether the browser let it. */
  open(to: string): boolean
  /** Fetches a file into the person's downloads; the page stays. */
  download(url: string): void
  /** Puts a text that was made here into the person's downloads. */
  save(file: TextFile): void
  /** Closes this tab, where the browser allows it: only one that a script opened. */
  close(): void
  readonly changed$: Observable<string>
}

export interface TextFile {
  name: string
  /** Its media type. */
  type: string
  parts: readonly string[]
}

export interface Page {
  readonly visible$: Observable<boolean>
  /** The system's wish for a dark theme. */
  readonly prefersDark$: Observable<boolean>
}

/** Notifications outside of the page. */
export interface Desktop {
  /** Asks the person whether it may; does nothing when they have answered before. */
  requestPermission(): void
  /** Shows it where it may. Another one of the same tag takes its place. */
  show(notification: { tag: string; title: string; body: string }): void
}
