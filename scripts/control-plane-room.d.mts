export const nodeFlags: string[]
export const roomEnvironment: Record<string, string>
