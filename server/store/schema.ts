/** Every table: Drizzle asks for them in one place. */
export * from './account-schema.ts'
export * from './compute-schema.ts'
