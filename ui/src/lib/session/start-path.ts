// Where one begins after signing in: with what waits.
export const startPath = (): string => '/dashboard';
