/** Everybody here is made up. Those with an address have an account; clients comment as guests. */
export type Person = { name: string; email?: string }

export const mara: Person = { name: 'Mara Lindqvist (demo)', email: 'mara@example.com' }
export const jonas: Person = { name: 'Jonas Oyelaran (demo)', email: 'jonas@example.com' }
export const ines: Person = { name: 'Ines Marchetti (demo)', email: 'ines@example.com' }

export const demoPassword = 'northwind-demo'

export const client = (name: string): Person => ({ name })
