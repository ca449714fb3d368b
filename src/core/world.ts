import type { Observable, SchedulerLike } from 'rxjs'

/** Everything outside the application that effects and streams use, so that a test can replace each part. */
export interface World {
  /** The scheduler for `delay`, `timer` and other time-based operators. */
  readonly scheduler: SchedulerLike
  /** The server's time, in milliseconds since 1970; the browser's own clock may be wrong. */
  serverNow(): number
  /** Emits at the browser's next frame, or after a short delay in a hidden tab, which has no frames. */
  frame(): Observable<unknown>
  /** A number from 0 (inclusive) to 1 (exclusive). */
  random(): number
  /** A unique id. */
  newId(): string
  readonly localStorage: KeyValueStore
  readonly sessionStorage: KeyValueStore
  /** A channel to the other tabs of this browser; every subscriber receives their messages. */
  channel(name: string): Channel
  readonly network: Network
  readonly location: Location
  readonly page: Page
  readonly desktop: Desktop
  /**
   * Emits when this tab holds the lock: after all earlier requests, or at once with `steal`. Completes when another tab
   * has stolen the lock. Unsubscribing releases it.
   */
  lock(name: string, how: 'wait' | 'steal'): Observable<void>
  readonly wallets: Wallets
  readonly passkeys: Passkeys
}

/** A crypto wallet in this browser. */
export interface FoundWallet {
  id: string
  name: string
  /** A data URL; null if the wallet has no icon. */
  icon: string | null
  chain: 'evm' | 'solana'
}

/** The user decides in the wallet's own window, which may take minutes. Both requests fail with a `WalletError`. */
export interface Wallets {
  readonly found$: Observable<readonly FoundWallet[]>
  /** Emits the account that the user shares; a Solana wallet has no chain id and emits 0. */
  connect(id: string): Observable<{ address: string; chainId: number }>
  /** Emits the signature: hexadecimal from an EVM wallet, base58 from a Solana wallet. */
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

/** The browser asks the user, which may take minutes. Both fail with a `PasskeyError`; unsubscribing cancels. */
export interface Passkeys {
  /** Creates a passkey with the server's options. */
  create(options: object): Observable<NewPasskey>
  /** Signs the server's challenge with a passkey. */
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
  /** Navigates inside the console, without reloading it. */
  go(to: string, how?: 'push' | 'replace'): void
  /** Leaves the console or reloads it. */
  leave(to: string, how?: 'push' | 'replace'): void
  /** Opens another tab; returns whether the browser allowed it. */
  open(to: string): boolean
  /** Downloads a file from a URL; the page stays. */
  download(url: string): void
  /** Downloads a text that was generated in the browser. */
  save(file: TextFile): void
  /** Closes this tab; browsers allow it only for tabs that a script opened. */
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
  /** Whether the system prefers a dark theme. */
  readonly prefersDark$: Observable<boolean>
  /** Emits when the page is closed or reloaded, too late for anything that waits. */
  readonly left$: Observable<unknown>
}

/** Desktop notifications. */
export interface Desktop {
  /** Asks the user for permission; does nothing if they have decided before. */
  requestPermission(): void
  /** Shows the notification if permitted. A later one with the same tag replaces it. */
  show(notification: { tag: string; title: string; body: string }): void
}
