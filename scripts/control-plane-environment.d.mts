export const nodeFlags: string[]
export const controlPlaneEnvironment: Record<string, string>
