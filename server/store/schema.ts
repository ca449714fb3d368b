/** Every table: Drizzle asks for them in one place. */
export * from './compute-schema.ts'
export * from './factor-schema.ts'
export * from './installation-schema.ts'
export * from './money-schema.ts'
export * from './organization-schema.ts'
export * from './people-schema.ts'
export * from './picture-schema.ts'
