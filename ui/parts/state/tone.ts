export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'still' | 'accent'
