/** The project's folder, without a trailing slash. */
export const root: string
/** Installs what is missing and returns the path of the Node that runs everything else. */
export function setUp(): Promise<string>
