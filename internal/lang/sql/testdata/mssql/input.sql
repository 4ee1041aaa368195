USE [Shop]
GO
SET ANSI_NULLS ON
GO
:r .\Types.sql
-- Orders that customers placed.
CREATE TABLE [dbo].[Orders](
	[Id] [int] IDENTITY(1,1) NOT NULL,
	[Customer Name] [nvarchar](100) NULL,
	[Total] AS ([Price] * [Count]) PERSISTED,
	[Price] [money] NOT NULL CONSTRAINT [DF_Orders_Price] DEFAULT ((0)),
 CONSTRAINT [PK_Orders] PRIMARY KEY CLUSTERED ([Id] ASC)
) ON [PRIMARY]
GO
ALTER TABLE [dbo].[Orders] WITH CHECK ADD CONSTRAINT [FK_Orders_Customers] FOREIGN KEY([CustomerId])
REFERENCES [dbo].[Customers] ([Id])
GO
ALTER TABLE dbo.Orders ADD Note nvarchar(max) NULL, Flag bit NOT NULL DEFAULT 0
GO
CREATE PROCEDURE [dbo].[PlaceOrder]
	@Customer int,
	@Price money = 0
AS
BEGIN
	SET NOCOUNT ON;
	BEGIN TRY
		BEGIN TRAN
		INSERT INTO dbo.Orders (CustomerId, Price) VALUES (@Customer, @Price);
		COMMIT
	END TRY
	BEGIN CATCH
		ROLLBACK
		EXEC dbo.LogError @Customer
	END CATCH
	EXEC @rc = dbo.Audit
	SELECT * INTO #temp FROM dbo.Orders o CROSS APPLY dbo.Lines(o.Id) l
END
GO
CREATE OR ALTER FUNCTION dbo.Lines (@order int)
RETURNS TABLE
AS
RETURN (SELECT * FROM dbo.OrderLines WHERE OrderId = @order)
GO
CREATE TRIGGER dbo.OnOrder ON dbo.Orders AFTER INSERT AS
	UPDATE dbo.Stats SET Orders = Orders + 1
GO
CREATE TYPE dbo.Ids AS TABLE (Id int NOT NULL)
GO
CREATE NONCLUSTERED INDEX IX_Price ON dbo.Orders (Price) INCLUDE (Note)
GO
CREATE VIEW dbo.Cheap AS SELECT * FROM dbo.Orders WHERE Price < 10
GO
DECLARE @x int = 1
SELECT @x
CREATE TABLE #scratch (Id int)
GO
