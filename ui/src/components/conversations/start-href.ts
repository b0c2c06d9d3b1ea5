// The address that begins a conversation.

interface Named {
  type: string;
  id: string;
}

const pair = ({ type, id }: Named): string => `${type}:${id}`;

export const startHref = (to: Named, about?: Named): string =>
  `/conversations?to=${pair(to)}${about ? `&about=${pair(about)}` : ''}`;
