/** contract 2.3: the values that create and edit accept. */
export const categories = ['bank', 'wallet'] as const;
export const dniTypes = ['cc', 'ce', 'passport', 'company_dni'] as const;
export const bankTypes = ['current', 'savings'] as const;
