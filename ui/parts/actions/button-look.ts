export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet'
export type ButtonSize = 'small' | 'medium' | 'large'
