/** Where a listener listens. */
export interface Place {
  protocol: 'tcp' | 'udp'
  /** An IP address without brackets. */
  address: string
  port: number
}

export interface Listener {
  /** Frees the port. TCP connections stay; UDP sessions end. */
  close(): void
}

/** A place that could not be opened, with the system's error code. */
export interface ListenFailure extends Place {
  code: string
}

export const placeKey = ({ protocol, address, port }: Place): string => `${protocol} ${address} ${port}`
