// A sentence of the server in which `**…**` marks words. Whatever else it holds is shown as it is.

export function Finding({ text }: { text: string }) {
  const pieces = text.split(/\*\*(.+?)\*\*/);
  return (
    <p className="finding">
      {pieces.map((piece, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
        at % 2 === 1 ? <strong key={at}>{piece}</strong> : <span key={at}>{piece}</span>,
      )}
    </p>
  );
}
